/** A process that checks nothing. The name of the folder in the request selects what it does instead. */
process.on('message', (message) => {
  const text = JSON.stringify(message)
  if (text.includes('dies')) process.exit(3)
  if (text.includes('babbles')) process.send?.({ ok: 'yes' })
  if (text.includes('answers')) {
    process.send?.({ ok: true, evidence: { name: 'x', digest: '', rulesVersion: String(process.pid), findings: [] } })
  }
  // The folder "hangs" gets no answer.
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
