const text = [...data].map((c) => String.fromCharCode(c.charCodeAt(0) ^ 7)).join('')
