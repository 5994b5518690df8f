import lighthouse from 'lighthouse'

/**
 * A process of its own: `run-lighthouse.mjs URL PORT HEADERS`, where the headers are JSON and the port is that of a
 * browser's DevTools protocol. Prints what `lighthouse.ts` reads, also when there is no report. Plain JavaScript, because the types
 * of the bench's packages are not there when the project's are checked.
 */
async function report([url, port, headers]) {
  const result = await lighthouse(url, {
    port: Number(port),
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    extraHeaders: JSON.parse(headers),
    disableStorageReset: true,
  })
  if (!result) return { failed: 'Lighthouse gave no result' }
  const { categories, runtimeError, runWarnings } = result.lhr
  if (runtimeError) return { failed: `${runtimeError.code}: ${runtimeError.message}` }
  const scores = Object.entries(categories).map(([name, { score }]) => [name, score])
  // A page that is not over is another page: its scores would be of a part.
  if (scores.some(([, score]) => score === null)) return { failed: ['no score', ...runWarnings].join(': ') }
  return { scores: Object.fromEntries(scores) }
}

const printed = await report(process.argv.slice(2)).catch((error) => ({ failed: String(error?.message ?? error) }))
process.stdout.write(JSON.stringify(printed))
