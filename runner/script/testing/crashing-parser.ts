/** A parser process that crashes, hangs or answers nonsense, as the text says. */
process.on('message', (text) => {
  if (text === 'crash') process.abort()
  while (text === 'hang') {}
  // Longer than a millisecond.
  if (text === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  const imports = { always: [], perhaps: [] }
  const parsed = { javascript: { firstError: null, imports }, python: { firstError: 1, imports } }
  process.send?.(text === 'nonsense' ? { javascript: 'none' } : parsed)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
