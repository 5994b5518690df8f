/** The limits of what one execution prints. What is printed after them is left out, and a last line says so. */
export const maxLogLines = 1000
export const maxLogBytes = 64 * 1024
export const logIsFull = `The log is full: what follows its first ${maxLogLines} lines or ${maxLogBytes / 1024} KB is left out`
