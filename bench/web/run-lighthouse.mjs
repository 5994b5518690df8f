import lighthouse from 'lighthouse'

/**
 * A process of its own: `run-lighthouse.mjs URL PORT HEADERS`, where the headers are JSON and the port is that of a
 * browser's DevTools protocol. Prints what `lighthouse.ts` reads. Plain JavaScript, because the types of the bench's
 * packages are not there when the project's are checked.
 */
const [url, port, headers] = process.argv.slice(2)
const result = await lighthouse(url, {
  port: Number(port),
  output: 'json',
  logLevel: 'error',
  onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  extraHeaders: JSON.parse(headers),
  disableStorageReset: true,
})
const { categories, runtimeError } = result.lhr
const scores = Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, score]))
process.stdout.write(JSON.stringify(runtimeError ? { failed: runtimeError.message } : { scores }))
