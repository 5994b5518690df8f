/** A parser process that crashes, hangs or answers nonsense, as the text says. */
process.on('message', (text) => {
  if (text === 'crash') process.abort()
  while (text === 'hang') {}
  process.send?.(text === 'nonsense' ? { javascript: 'none' } : { javascript: null, python: 1 })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
