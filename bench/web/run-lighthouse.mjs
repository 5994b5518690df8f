import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import puppeteer from 'puppeteer-core'

/**
 * The benchmark index of the phone that Lighthouse emulates: Lighthouse's default slowdown of 4 is meant for machines
 * with an index of 1,500 to 2,000. Source: Lighthouse's docs/throttling.md, "Calibrating the CPU slowdown".
 */
const phoneIndex = 1750 / 4

/** One measurement takes half a second. Other work or a CPU burst on the host may distort it, so the median is used. */
const indexMeasurements = 5

/** The names of Lighthouse's own files with the trace and with all else, in the folder of what it gathered. */
const traceFile = 'trace.json'
const artifactsFile = 'artifacts.json'

/**
 * A separate process: `run-lighthouse.mjs URL PORT HEADERS`, with the port of the browser's DevTools protocol and the
 * headers as JSON. Each run is a first visit: Lighthouse empties the browser's caches, and cookies stay. One visit is
 * scored three times: with Lighthouse's default slowdown, with the slowdown that makes this machine as slow as the
 * phone, and with that slowdown in CPU time. Always prints a line for `lighthouse.ts`, even without a report. Plain
 * JavaScript, because the project's type check runs without the bench's packages.
 */
async function report([url, port, headers]) {
  const slowdown = Math.max(1, (await benchmarkIndexAt(port)) / phoneIndex)
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  const options = {
    port: Number(port),
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    extraHeaders: JSON.parse(headers),
  }
  const slowed = { ...options, throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown } }
  try {
    await lighthouse(url, { ...options, gatherMode: folder })
    const byDefault = read(await lighthouse(url, { ...options, auditMode: folder }))
    await changeThrottling(join(folder, artifactsFile), slowed.throttling)
    const asPhone = read(await lighthouse(url, { ...slowed, auditMode: folder }))
    await shortenTasks(join(folder, traceFile))
    const inCpuTime = read(await lighthouse(url, { ...slowed, auditMode: folder }))
    return { byDefault, asPhone, inCpuTime, slowdown }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function read(result) {
  if (!result) throw new Error('Lighthouse returned no result')
  const { audits, categories, runtimeError, runWarnings } = result.lhr
  if (runtimeError) throw new Error(`${runtimeError.code}: ${runtimeError.message}`)
  const scores = Object.entries(categories).map(([name, { score }]) => [name, score])
  // An incomplete run would score only a part of the page.
  if (scores.some(([, score]) => score === null)) throw new Error(['no score', ...runWarnings].join(': '))
  return { scores: Object.fromEntries(scores), blockingMs: audits['total-blocking-time'].numericValue }
}

/** Lighthouse refuses to score a visit with other settings than it was gathered with, though it emulates only then. */
async function changeThrottling(file, throttling) {
  const artifacts = JSON.parse(await readFile(file, 'utf8'))
  artifacts.settings.throttling = throttling
  await writeFile(file, JSON.stringify(artifacts))
}

/**
 * Shortens each task of the page's main thread to its CPU time. The rest of its duration is the wait for a core, which
 * the browser shares with the app's server here, and which the emulation would lengthen like the page's own work.
 */
async function shortenTasks(file) {
  const trace = JSON.parse(await readFile(file, 'utf8'))
  const isMain = ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain'
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`
  const main = new Set(trace.traceEvents.filter(isMain).map(threadOf))
  for (const event of trace.traceEvents) {
    if (event.ph === 'X' && event.tdur < event.dur && main.has(threadOf(event))) event.dur = event.tdur
  }
  await writeFile(file, JSON.stringify(trace))
}

/** The processor's speed: the median of a few measurements with the function that Lighthouse uses. */
async function benchmarkIndexAt(port) {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}` })
  const page = await browser.newPage()
  try {
    const indexes = []
    for (let n = 0; n < indexMeasurements; n++) indexes.push(await page.evaluate(pageFunctions.computeBenchmarkIndex))
    return indexes.toSorted((a, b) => a - b)[Math.floor(indexes.length / 2)]
  } finally {
    await page.close()
    await browser.disconnect()
  }
}

const printed = await report(process.argv.slice(2)).catch((error) => ({ failed: String(error?.message ?? error) }))
process.stdout.write(JSON.stringify(printed))
