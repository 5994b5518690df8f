const code = process.argv.slice(2).join(" ")
console.log(eval(code))
