import lighthouse from 'lighthouse'

/**
 * A separate process: `run-lighthouse.mjs URL PORT HEADERS`, with the port of the browser's DevTools protocol and the
 * headers as JSON. Always prints a line for `lighthouse.ts`, even without a report. Plain JavaScript, because the
 * project's type check runs without the bench's packages.
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
  if (!result) return { failed: 'Lighthouse returned no result' }
  const { audits, categories, runtimeError, runWarnings } = result.lhr
  if (runtimeError) return { failed: `${runtimeError.code}: ${runtimeError.message}` }
  const scores = Object.entries(categories).map(([name, { score }]) => [name, score])
  // An incomplete run would score only a part of the page.
  if (scores.some(([, score]) => score === null)) return { failed: ['no score', ...runWarnings].join(': ') }
  return { scores: Object.fromEntries(scores), blockingMs: audits['total-blocking-time'].numericValue }
}

const printed = await report(process.argv.slice(2)).catch((error) => ({ failed: String(error?.message ?? error) }))
process.stdout.write(JSON.stringify(printed))
