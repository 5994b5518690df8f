import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { isContinuousIntegration, need } from '../../../../scripts/testing/needs.ts'
import { clientAddressHeader } from '../http/client-address.ts'
import { createMetrics, type Snapshot } from './create-metrics.ts'
import { mayReadMetrics } from './may-read-metrics.ts'
import { createRouteOf } from './measure-requests.ts'

const idle: Snapshot = {
  queues: { executions: { waiting: 2, oldestMs: 1500 }, jobs: { waiting: 0, oldestMs: 0 } },
  running: 1,
  workers: 4,
  processes: 1,
  freeDiskMb: 100,
  tables: [{ name: 'executions', bytes: 8192 }],
  pool: { total: 3, idle: 1, waiting: 0 },
}
const folder = 'docs/examples/monitoring'
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test('the text has the figures by their labels, and no figure that is not known', async () => {
  const metrics = createMetrics()
  metrics.requestEnded({ route: '/health', method: 'GET', status: 200 }, 0.01)
  metrics.executionEnded({ status: 'error', code: 'TIMEOUT' }, 250)
  metrics.executionEnded({ status: 'success', code: '' }, 50)
  const text = await metrics.write(idle)
  expect(text).toContain('travel_http_requests_total{route="/health",method="GET",status="200"} 1\n')
  expect(text).toContain('travel_executions_total{status="error",code="TIMEOUT"} 1\n')
  expect(text).toContain('travel_fuel_total 300\n')
  expect(text).toContain('travel_queue_oldest_seconds{queue="executions"} 1.5\n')
  expect(text).toContain('travel_disk_free_bytes 104857600\n')
  expect(text).toContain('travel_database_connections{state="busy"} 2\n')
  expect(await metrics.write({ ...idle, freeDiskMb: undefined })).not.toMatch(/^travel_disk_free_bytes \d/m)
})

test('a route is named without the ids in its path, and paths of no route share one name', () => {
  const routeOf = createRouteOf({
    staticRoutes: [{ page: '/console' }],
    dynamicRoutes: [{ page: '/executions/[id]', regex: '^/executions/([^/]+?)(?:/)?$' }],
  })
  expect(
    ['/console?a=1', '/executions/exec_1?wait=20', '/_next/static/a.js', '/wp-login.php', '/executions/a/b'].map(
      routeOf,
    ),
  ).toEqual(['/console', '/executions/[id]', '/_next', 'other', 'other'])
})

test('only the token, or a client on this machine that no proxy hides, reads the figures', () => {
  const from = (address: string, authorization = '', host = 'localhost:3000') =>
    new Headers({ host, [clientAddressHeader]: address, ...(authorization ? { authorization } : {}) })
  const may = (headers: Headers, metricsToken: string | undefined, publicUrl?: string) =>
    mayReadMetrics(headers, { metricsToken, publicUrl, trustedProxies: 0 }).ok
  expect(may(from('127.0.0.1'), undefined)).toBe(true)
  expect(may(from('127.0.0.1'), undefined, 'https://travel.example')).toBe(false)
  expect(may(from('127.0.0.1', '', 'evil.example:3000'), undefined)).toBe(false)
  expect(may(from('198.51.100.7'), undefined)).toBe(false)
  expect(may(new Headers(), undefined)).toBe(false)
  expect(may(from('198.51.100.7', 'Bearer right-token-of-16'), 'right-token-of-16', 'https://travel.example')).toBe(
    true,
  )
  for (const wrong of ['Bearer wrong-token-of-16', 'right-token-of-16', 'Bearer ', 'Bearer undefined']) {
    expect(may(from('198.51.100.7', wrong), 'right-token-of-16'), wrong).toBe(false)
  }
  expect(may(from('198.51.100.7', 'Bearer undefined'), undefined)).toBe(false)
})

test('the dashboard and the five alerts ask only for figures that the app has', async () => {
  const metrics = createMetrics()
  metrics.watchProcess()
  const text = await metrics.write(idle)
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`] : [name],
    ),
  )
  const Rules = z.object({ groups: z.array(z.object({ rules: z.array(z.object({ expr: z.string() })) })) })
  const alerts = Rules.parse(parse(readFileSync(`${folder}/alerts.yml`, 'utf8'))).groups.flatMap(({ rules }) => rules)
  const Dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
  const { panels } = Dashboard.parse(JSON.parse(readFileSync(`${folder}/grafana-dashboard.json`, 'utf8')))
  expect(alerts).toHaveLength(5)
  const asked = [...alerts, ...panels.flatMap(({ targets }) => targets)].flatMap(
    ({ expr }) => expr.match(/\b(?:travel|nodejs)_\w+/g) ?? [],
  )
  expect(asked.filter((name) => !known.has(name))).toEqual([])
  const shown = new Set(asked)
  // Everything that is ours is on the dashboard or in an alert.
  expect([...known].filter((name) => name.startsWith('travel_') && !shown.has(name))).toEqual([])
})

test(
  'Prometheus accepts the configuration, the alerts and the text of the app',
  need(hasPromtool || isContinuousIntegration, 'promtool', 'install the package prometheus'),
  async () => {
    const metrics = createMetrics()
    metrics.watchProcess()
    metrics.requestEnded({ route: '/executions/[id]', method: 'GET', status: 200 }, 0.01)
    metrics.executionEnded({ status: 'error', code: 'TIMEOUT' }, 250)
    const input = await metrics.write(idle)
    execFileSync('promtool', ['check', 'rules', `${folder}/alerts.yml`])
    execFileSync('promtool', ['check', 'metrics'], { input })
    execFileSync('promtool', ['check', 'config', '--syntax-only', `${folder}/prometheus.yml`])
  },
)
