const run = (text) => eval(text)
const other = new Function("return " + text)
