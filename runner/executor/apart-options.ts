import * as z from 'zod'
import { Source } from '../contract/principal.ts'
import { isObject } from '../contract/skill-io.ts'
import { TravelConfig } from '../contract/travel-config.ts'
import type { Log } from '../core/ports.ts'
import type { createFetchCapability } from './capabilities.ts'
import type { ExecuteOptions } from './create-executor.ts'

const texts = z.array(z.string()).exactOptional()
const OwnCommand = z.strictObject({
  script: z.string(),
  modules: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  envToAct: z.record(z.string(), z.string()),
  paths: z.array(z.strictObject({ path: z.string(), access: z.enum(['read', 'write']) })),
  network: z.boolean(),
})

/** The options of an executor that are data, not functions. */
export const DataOptions = z.strictObject({
  workspaceRoot: z.string().exactOptional(),
  allowedHosts: texts,
  allowedPrograms: texts,
  secrets: z.record(z.string(), z.strictObject({ value: z.string(), hosts: z.array(z.string()) })).exactOptional(),
  commands: z.record(z.string(), OwnCommand).exactOptional(),
})

/** What the process opens. `hasModel`, `hasMessages`: whether the program answers and delivers. */
export const Opening = z.strictObject({ data: DataOptions, hasModel: z.boolean(), hasMessages: z.boolean() })

/** One execution on its way to the process. The executor checks skill, args and options like any others. */
export const Asked = z.strictObject({
  execution: z.int(),
  skill: z.union([z.string(), z.strictObject({ ajs: z.string(), name: z.string().exactOptional() })]),
  args: z.json(),
  options: z.custom<Omit<ExecuteOptions, 'capabilities' | 'signal'>>(isObject),
  grants: z
    .strictObject({
      fetch: z.custom<Parameters<typeof createFetchCapability>[0]>(isObject).exactOptional(),
      shell: z.strictObject({ programs: z.array(z.string()) }).exactOptional(),
      filesystem: z.strictObject({ read: z.array(z.string()), write: z.array(z.string()) }).exactOptional(),
      memory: z.boolean().exactOptional(),
      hasModel: z.boolean(),
    })
    .exactOptional(),
})

export const Trusted = z.strictObject({ skill: z.string(), source: Source })

/** A prompt of an execution that has a model of its own, or of any other one. */
export const Prompt = z.strictObject({ execution: z.int().exactOptional(), prompt: z.string() })

const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly (keyof Log)[]
export const Logged = z.strictObject({
  level: z.enum(levels),
  message: z.string(),
  fields: z.record(z.string(), z.unknown()).exactOptional(),
})

/**
 * The configuration that lets skills reach only these hosts.
 *
 * @throws {TypeError} for a host with a wildcard, an address or a scheme
 */
export function narrowingOf(allowedHosts: readonly string[]): TravelConfig {
  const config = TravelConfig.safeParse({ safeExecution: { allowedHosts } })
  if (config.success) return config.data
  const [issue] = config.error.issues
  throw new TypeError(`createOpenClawExecutor: ${issue?.path.slice(1).join('.')}: ${issue?.message}`)
}
