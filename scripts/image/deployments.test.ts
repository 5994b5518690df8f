import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments, parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { isVariable, roles } from '#lib/platform/server/env/variables.ts'
import { root } from '../steps.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const port = Number(/^EXPOSE (\d+)$/m.exec(read('Dockerfile'))?.[1])
const volume = /^VOLUME (\S+)$/m.exec(read('Dockerfile'))?.[1]
const duration = z.string().regex(/^\d+(?:ms|s|m|h)$/)
const path = z.string().startsWith('/')

/**
 * The documented fields that these files use. A field that is not here is a mistake. Written from the pages named below,
 * in November 2026.
 */

/** https://docs.docker.com/reference/compose-file/services/ */
const Service = z.strictObject({
  build: z.string().optional(),
  image: z.string(),
  init: z.boolean().optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
  volumes: z.array(z.string().regex(/^[^:]+:\/[^:]+(?::ro)?$/)),
  read_only: z.boolean().optional(),
  tmpfs: z.array(path).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: duration.optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  deploy: z.strictObject({ replicas: z.int().positive() }).optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_started', 'service_healthy']) }))
    .optional(),
  healthcheck: z
    .strictObject({ test: z.array(z.string()), interval: duration, timeout: duration, retries: z.int().positive() })
    .optional(),
})
const Processes = z.strictObject({
  'x-travel': z.unknown(),
  'x-settings': z.unknown(),
  services: z.strictObject({ web: Service, worker: Service, proxy: Service, database: Service }),
  volumes: z.record(z.string(), z.null()),
})
const readProcesses = (text: string) => Processes.safeParse(parseYaml(text, { merge: true }))

describe('deploy/compose.yaml', () => {
  test('starts a web process and workers of the image, as compose.yaml starts it, behind a proxy', () => {
    const { services, volumes } = Processes.parse(readProcesses(read('deploy/compose.yaml')).data)
    const { web, worker, proxy, database } = services
    const { travel } = z
      .object({ services: z.object({ travel: Service.partial() }) })
      .parse(parseYaml(read('compose.yaml'))).services
    const { build: _, ports: __, ...rights } = travel
    for (const one of [web, worker]) expect(one).toMatchObject(rights)
    expect([web.environment.TRAVEL_ROLE, worker.environment.TRAVEL_ROLE, worker.deploy?.replicas]).toEqual([
      'web',
      'worker',
      2,
    ])
    // Only the proxy can be reached, as the trust in its header requires.
    expect([web.ports, worker.ports, database.ports]).toEqual([undefined, undefined, undefined])
    expect(proxy.ports).toEqual(['80:80', '443:443'])
    expect(read('deploy/Caddyfile')).toContain(`reverse_proxy web:${port} {`)
    for (const one of [web, worker])
      expect(Object.keys(one.environment).filter((name) => !isVariable(name))).toEqual([])
    const named = [web, worker, proxy, database].flatMap(({ volumes: mounted }) =>
      mounted.map((one) => one.split(':')[0] ?? ''),
    )
    expect(new Set(named.filter((name) => !name.startsWith('.')))).toEqual(new Set(Object.keys(volumes)))
  })

  test('a misspelled field is found', () => {
    expect(readProcesses(read('deploy/compose.yaml').replace('depends_on', 'dependsOn')).success).toBe(false)
  })
})

const named = z.strictObject({ name: z.string() })
const meta = z.strictObject({ name: z.string(), namespace: z.literal('travel') })
const labels = z.record(z.string(), z.string())
const selector = z.strictObject({ matchLabels: labels })
const probe = {
  periodSeconds: z.int().optional(),
  timeoutSeconds: z.int().optional(),
  failureThreshold: z.int().optional(),
}
const healthProbe = z.strictObject({
  httpGet: z.strictObject({ path: z.literal('/health'), port: z.literal('http') }),
  ...probe,
})
const ports = (fields: z.ZodRawShape) => z.array(z.strictObject(fields))

/** The pods and their rights: those that the level `restricted` requires, and a read-only root. */
const Pod = z.strictObject({
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: z.int(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.literal(10_001),
    runAsGroup: z.literal(10_001),
    fsGroup: z.literal(10_001),
    fsGroupChangePolicy: z.enum(['OnRootMismatch', 'Always']),
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  containers: z.tuple([
    z.strictObject({
      name: z.string(),
      image: z.literal('travel.aw'),
      env: z.tuple([z.strictObject({ name: z.literal('TRAVEL_ROLE'), value: z.enum(roles) })]),
      envFrom: z.tuple([
        z.strictObject({ configMapRef: named }),
        z.strictObject({ secretRef: z.strictObject({ name: z.literal('travel-secrets') }) }),
      ]),
      ports: z.tuple([z.strictObject({ name: z.literal('http'), containerPort: z.literal(port) })]),
      startupProbe: healthProbe,
      readinessProbe: healthProbe,
      livenessProbe: z.strictObject({ tcpSocket: z.strictObject({ port: z.literal('http') }), ...probe }),
      resources: z.strictObject({
        requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
        limits: z.strictObject({ memory: z.string() }),
      }),
      securityContext: z.strictObject({
        allowPrivilegeEscalation: z.literal(false),
        readOnlyRootFilesystem: z.literal(true),
        capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
      }),
      volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: path })),
    }),
  ]),
  volumes: z.array(
    z.union([
      z.strictObject({ name: z.string(), persistentVolumeClaim: z.strictObject({ claimName: z.string() }) }),
      z.strictObject({ name: z.string(), emptyDir: z.strictObject({}) }),
    ]),
  ),
})

const Deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata: meta,
  spec: z.strictObject({
    replicas: z.int().positive(),
    selector,
    strategy: z.strictObject({ type: z.enum(['Recreate', 'RollingUpdate']) }),
    template: z.strictObject({ metadata: z.strictObject({ labels }), spec: Pod }),
  }),
})
const peer = z.union([
  z.strictObject({ namespaceSelector: selector }),
  z.strictObject({ ipBlock: z.strictObject({ cidr: z.string(), except: z.array(z.string()) }) }),
])
const policyPorts = ports({ protocol: z.enum(['TCP', 'UDP']), port: z.int() }).optional()

/** https://kubernetes.io/docs/reference/kubernetes-api/ */
const Manifest = z.discriminatedUnion('kind', [
  Deployment,
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Namespace'),
    metadata: z.strictObject({ name: z.literal('travel'), labels }),
  }),
  z.strictObject({ apiVersion: z.literal('v1'), kind: z.literal('ConfigMap'), metadata: meta, data: labels }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('PersistentVolumeClaim'),
    metadata: meta,
    spec: z.strictObject({
      accessModes: z.tuple([z.literal('ReadWriteMany')]),
      resources: z.strictObject({ requests: z.strictObject({ storage: z.string() }) }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata: meta,
    spec: z.strictObject({
      selector: labels,
      sessionAffinity: z.enum(['None', 'ClientIP']),
      ports: ports({ name: z.string(), port: z.int(), targetPort: z.literal('http') }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('policy/v1'),
    kind: z.literal('PodDisruptionBudget'),
    metadata: meta,
    spec: z.strictObject({ minAvailable: z.int().positive(), selector }),
  }),
  z.strictObject({
    apiVersion: z.literal('autoscaling/v2'),
    kind: z.literal('HorizontalPodAutoscaler'),
    metadata: meta,
    spec: z.strictObject({
      scaleTargetRef: z.strictObject({
        apiVersion: z.literal('apps/v1'),
        kind: z.literal('Deployment'),
        name: z.string(),
      }),
      minReplicas: z.int().positive(),
      maxReplicas: z.int().positive(),
      metrics: z.tuple([
        z.strictObject({
          type: z.literal('External'),
          external: z.strictObject({
            metric: z.strictObject({ name: z.string(), selector }),
            target: z.strictObject({ type: z.literal('Value'), value: z.string() }),
          }),
        }),
      ]),
      behavior: z.strictObject({ scaleDown: z.strictObject({ stabilizationWindowSeconds: z.int() }) }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('networking.k8s.io/v1'),
    kind: z.literal('NetworkPolicy'),
    metadata: meta,
    spec: z.strictObject({
      podSelector: selector,
      policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
      ingress: z.array(z.strictObject({ from: z.array(peer), ports: policyPorts })),
      egress: z.array(z.strictObject({ to: z.array(peer).optional(), ports: policyPorts })),
    }),
  }),
])
type Kind = z.output<typeof Manifest>['kind']

const folder = 'deploy/kubernetes'
const readManifests = (change = (text: string) => text) =>
  readdirSync(join(root, folder)).flatMap((file) =>
    parseAllDocuments(change(read(join(folder, file)))).map((document) => Manifest.parse(document.toJS())),
  )

describe('deploy/kubernetes', () => {
  const manifests = readManifests()
  const all = <K extends Kind>(kind: K) =>
    manifests.filter((one): one is Extract<(typeof manifests)[number], { kind: K }> => one.kind === kind)

  test('starts both roles of the image without rights, with the volume of the image and a writable /tmp only', () => {
    const found = all('Deployment').map(({ metadata, spec }) => {
      const pod = spec.template.spec
      const [{ env, volumeMounts }] = pod.containers
      expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual([volume, '/tmp'])
      expect(pod.volumes.map(({ name }) => name)).toEqual(volumeMounts.map(({ name }) => name))
      return [metadata.name, env[0].value]
    })
    expect(found).toEqual([
      ['web', 'web'],
      ['worker', 'worker'],
    ])
  })

  test('every name that one file uses is defined in another', () => {
    const pods = all('Deployment').map(({ spec }) => spec.template.metadata.labels)
    const selectors = [
      ...all('Deployment').map(({ spec }) => spec.selector.matchLabels),
      ...all('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
      ...all('Service').map(({ spec }) => spec.selector),
      ...all('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
    ]
    for (const wanted of selectors) expect(pods).toContainEqual(expect.objectContaining(wanted))
    const names = (kind: Kind) => manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)
    for (const { spec } of all('HorizontalPodAutoscaler')) {
      expect(names('Deployment')).toContain(spec.scaleTargetRef.name)
      expect(read('lib/platform/server/metrics/create-metrics.ts')).toContain(
        `'${spec.metrics[0].external.metric.name}'`,
      )
    }
    for (const { spec } of all('Deployment')) {
      const [{ envFrom }] = spec.template.spec.containers
      expect(names('ConfigMap')).toContain(envFrom[0].configMapRef.name)
      const claims = spec.template.spec.volumes.flatMap((one) =>
        'persistentVolumeClaim' in one ? [one.persistentVolumeClaim.claimName] : [],
      )
      expect(names('PersistentVolumeClaim')).toEqual(claims)
    }
  })

  test('settings and the port are those of the app', () => {
    const settings = all('ConfigMap').flatMap(({ data }) => Object.keys(data))
    expect(settings.filter((name) => !isVariable(name))).toEqual([])
    expect(all('NetworkPolicy').flatMap(({ spec }) => spec.ingress.flatMap((one) => one.ports))).toEqual([
      { protocol: 'TCP', port },
    ])
  })

  test.each([
    ['a misspelled field', 'readinessProbe', 'readynessProbe'],
    ['a missing right to be restricted', 'allowPrivilegeEscalation: false', 'allowPrivilegeEscalation: true'],
    ['a role that does not exist', 'value: worker', 'value: boss'],
  ])('%s is found', (_, text, instead) => {
    expect(() => readManifests((file) => file.replace(text, instead))).toThrow()
  })
})
