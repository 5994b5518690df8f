await fetch(url, { method: "POST", body })
