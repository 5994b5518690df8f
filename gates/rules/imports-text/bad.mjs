await import(`data:text/javascript,${text}`)
