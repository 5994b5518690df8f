import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { root } from '../steps.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const dockerfile = read('Dockerfile')
/** What the image says about itself. */
const image = {
  port: Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]),
  volume: /^VOLUME (\S+)$/m.exec(dockerfile)?.[1],
  health: /fetch\(`http:\/\/127\.0\.0\.1:\$\{process\.env\.PORT\}(\S+?)`\)/.exec(dockerfile)?.[1],
}
const path = z.string().startsWith('/')
const duration = z.string().regex(/^\d+(?:ms|s|m|h)$/)

/**
 * The fields that each platform documents, of those that a service with one image and one volume can use. A field that is
 * not here is a mistake. Written from the pages named below, in November 2026.
 */

/** https://render.com/docs/blueprint-spec */
const Render = z.strictObject({
  services: z.tuple([
    z.strictObject({
      type: z.literal('web'),
      name: z.string(),
      runtime: z.literal('docker'),
      // The free plan has no disk.
      plan: z.enum(['starter', 'standard', 'pro', 'pro plus', 'pro max', 'pro ultra']),
      region: z.enum(['oregon', 'ohio', 'virginia', 'frankfurt', 'singapore']).optional(),
      dockerfilePath: z.string(),
      dockerContext: z.string(),
      healthCheckPath: path,
      maxShutdownDelaySeconds: z.int().min(1).max(300),
      disk: z.strictObject({ name: z.string(), mountPath: path, sizeGB: z.int().positive() }),
      envVars: z.array(
        z.union([
          z.strictObject({ key: z.string(), value: z.string() }),
          z.strictObject({ key: z.string(), sync: z.literal(false) }),
          z.strictObject({ key: z.string(), generateValue: z.literal(true) }),
        ]),
      ),
    }),
  ]),
})

/** https://docs.railway.com/config-as-code/reference; `drainingSeconds` and `overlapSeconds` are numbers to its parser. */
const Railway = z.strictObject({
  build: z.strictObject({ builder: z.enum(['RAILPACK', 'DOCKERFILE']), dockerfilePath: z.string() }),
  deploy: z.strictObject({
    healthcheckPath: path,
    healthcheckTimeout: z.int().positive(),
    requiredMountPath: path,
    restartPolicyType: z.enum(['ON_FAILURE', 'ALWAYS', 'NEVER']),
    numReplicas: z.int().positive(),
    overlapSeconds: z.int().nonnegative(),
    drainingSeconds: z.int().nonnegative(),
  }),
})

/** https://fly.io/docs/reference/configuration/ */
const Fly = z.strictObject({
  app: z.string().regex(/^[a-z0-9-]+$/),
  primary_region: z.string().optional(),
  kill_signal: z.enum(['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGKILL', 'SIGSTOP']),
  kill_timeout: z.int().min(1).max(300),
  build: z.strictObject({ dockerfile: z.string(), args: z.record(z.string(), z.string()) }),
  env: z.record(z.string(), z.string()),
  mounts: z.tuple([
    // Names of volumes have no hyphens.
    z.strictObject({
      source: z.string().regex(/^[a-z0-9_]{1,30}$/),
      destination: path,
      initial_size: z.string().regex(/^\d+gb$/),
    }),
  ]),
  http_service: z.strictObject({
    internal_port: z.int(),
    force_https: z.boolean(),
    auto_stop_machines: z.enum(['off', 'stop', 'suspend']),
    auto_start_machines: z.boolean(),
    min_machines_running: z.int().nonnegative(),
    checks: z.tuple([
      z.strictObject({
        method: z.enum(['GET', 'HEAD']),
        path,
        grace_period: duration,
        interval: duration,
        timeout: duration,
      }),
    ]),
  }),
  vm: z.tuple([z.strictObject({ size: z.string(), memory: z.string().regex(/^\d+(?:mb|gb)$/) })]),
})

test('each blueprint has only documented fields, and the port, volume and health path of the image', () => {
  const { services } = Render.parse(parseYaml(read('render.yaml')))
  const [render] = services
  const rendered = Object.fromEntries(render.envVars.map((one) => [one.key, 'value' in one ? one.value : '']))
  expect({
    port: Number(rendered.PORT),
    volume: render.disk.mountPath,
    health: render.healthCheckPath,
  }).toEqual(image)
  expect(rendered.START_AS).toBe('root')

  const { deploy } = Railway.parse(parseToml(read('railway.toml')))
  expect({ ...image, volume: deploy.requiredMountPath, health: deploy.healthcheckPath }).toEqual(image)

  const fly = Fly.parse(parseToml(read('fly.toml')))
  const { http_service: service } = fly
  expect({
    port: service.internal_port,
    volume: fly.mounts[0].destination,
    health: service.checks[0].path,
  }).toEqual(image)
  expect([fly.env.PORT, fly.build.args.START_AS]).toEqual([String(image.port), 'root'])
})

test('a misspelled field of a blueprint is found', () => {
  expect(Fly.safeParse(parseToml(read('fly.toml').replace('internal_port', 'internalPort'))).success).toBe(false)
  expect(Render.safeParse(parseYaml(read('render.yaml').replace('mountPath', 'mountpath'))).success).toBe(false)
  expect(Railway.safeParse(parseToml(read('railway.toml').replace('Timeout = 120', 'Timeout = "2m"'))).success).toBe(
    false,
  )
})

test('compose.yaml starts the same image on the same port and volume, without rights and with a read-only root', () => {
  const Compose = z.object({
    services: z.object({
      travel: z.object({
        ports: z.tuple([z.string()]),
        volumes: z.tuple([z.string()]),
        read_only: z.literal(true),
        cap_drop: z.tuple([z.literal('ALL')]),
        tmpfs: z.tuple([z.literal('/tmp')]),
      }),
    }),
  })
  const { travel } = Compose.parse(parseYaml(read('compose.yaml'))).services
  expect(travel.ports).toEqual([`${image.port}:${image.port}`])
  expect(travel.volumes).toEqual([`travel-data:${image.volume}`])
})
