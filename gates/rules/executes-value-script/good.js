const run = (text) => JSON.parse(text)
function evaluate() {}
