import lighthouse from 'lighthouse'

/**
 * A separate process: `run-lighthouse.mjs URL PORT HEADERS`, with the port of the browser's DevTools protocol and the
 * headers as JSON. Each run is a first visit: Lighthouse empties the browser's caches, and cookies stay. Always prints a line for `lighthouse.ts`, even without a report. Plain JavaScript, because the
 * project's type check runs without the bench's packages.
 */
async function report([url, port, headers]) {
  const result = await lighthouse(url, {
    port: Number(port),
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    extraHeaders: JSON.parse(headers),
  })
  if (!result) return { failed: 'Lighthouse returned no result' }
  const { audits, categories, environment, runtimeError, runWarnings } = result.lhr
  if (runtimeError) return { failed: `${runtimeError.code}: ${runtimeError.message}` }
  const scores = Object.entries(categories).map(([name, { score }]) => [name, score])
  // An incomplete run would score only a part of the page.
  if (scores.some(([, score]) => score === null)) return { failed: ['no score', ...runWarnings].join(': ') }
  const blockingMs = audits['total-blocking-time'].numericValue
  return { scores: Object.fromEntries(scores), blockingMs, benchmarkIndex: environment.benchmarkIndex }
}

const printed = await report(process.argv.slice(2)).catch((error) => ({ failed: String(error?.message ?? error) }))
process.stdout.write(JSON.stringify(printed))
