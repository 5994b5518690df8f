const code = atob(data)
eval(code)
