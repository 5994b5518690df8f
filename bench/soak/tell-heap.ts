import { writeFileSync } from 'node:fs'
import { env } from 'node:process'
import { isMainThread } from 'node:worker_threads'
import { heapBytes } from '../heap-bytes.ts'

/** Loaded into the measured process: at SIGUSR2, writes the memory that is in use after a collection. */
const { BENCH_HEAP_FILE: file } = env
if (isMainThread && file) process.on('SIGUSR2', () => writeFileSync(file, String(heapBytes())))
