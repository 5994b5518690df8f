/** A parser process that crashes, hangs or answers nonsense, as the text says. */
process.on('message', (text) => {
  if (text === 'crash') process.abort()
  while (text === 'hang') {}
  // Longer than a millisecond.
  if (text === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  process.send?.(text === 'nonsense' ? { javascript: 'none' } : { javascript: null, python: 1 })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
