import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPython } from './testing/start-python.ts'

describe('Python', () => {
  let python: Awaited<ReturnType<typeof startPython>>
  beforeAll(async () => {
    python = await startPython()
  })
  afterAll(() => python[Symbol.asyncDispose]())

  test('the library works as docs/python.md says', async () => {
    const found = await python.run(`
import csv, decimal, hashlib, io, sqlite3, statistics, tarfile, time, tomllib, xml.dom.minidom, zipfile, zlib
database = sqlite3.connect('/tmp/prices.db')
database.execute('create table prices (hotel text, total real)')
database.executemany('insert into prices values (?, ?)', csv.reader(io.StringIO('a,1.5\\nb,2.5')))
before = time.time(), time.monotonic()
time.sleep(30)
set_result([
    database.execute('select sum(total) from prices').fetchone()[0],
    str(decimal.Decimal('0.1') + decimal.Decimal('0.2')),
    statistics.median([1, 2, 9]),
    zlib.decompress(zlib.compress(b'text')).decode(),
    hashlib.sha256(b'').hexdigest()[:8],
    tomllib.loads('a = 1'),
    [time.time() - before[0], time.monotonic() - before[1]],
    time.tzname[0],
])`)
    expect(found).toEqual([4, '0.3', 2, 'text', 'e3b0c442', { a: 1 }, [30, 30], 'UTC'])
  })

  test.each([
    ['import threading\nthreading.Thread(target=print).start()', /no threads.*asyncio\.gather/],
    [
      'from concurrent.futures import ThreadPoolExecutor\nThreadPoolExecutor().submit(print)',
      /no threads.*asyncio\.gather/,
    ],
    ['import asyncio\nasyncio.run(asyncio.to_thread(print))', /no threads.*asyncio\.gather/],
    ['import multiprocessing', /asyncio\.gather/],
    ['import subprocess\nsubprocess.run(["ls"])', /processes/],
    ['import socket\nsocket.create_connection(("example.com", 80))', /no sockets.*httpx/],
    ['import http.client\nhttp.client.HTTPConnection("example.com").request("GET", "/")', /no sockets.*httpx/],
    ['import ssl', /httpx/],
    ['import lxml', /container/],
    ['import numpy', /native code/],
    ['import lzma', /There is no _lzma here: use zlib or bz2\n.*script\.py:1\b/s],
    ['import mmap', /There is no mmap here: read the file with open\(\)/],
    ['import fcntl', /There is no fcntl here, because it needs an operating system/],
    ['input("Name? ")', /EOFError: There is no input here: put the values into the script/],
    ['import os\nos.system("ls")', /OSError: There are no processes here/],
  ])('%j fails with what to use instead', async (script, message) => {
    expect(await python.run(script)).toMatch(message)
  })
})
