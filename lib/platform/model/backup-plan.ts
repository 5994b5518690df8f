import * as z from 'zod'

/** Where backups go. The access key of a storage is in the environment. */
export const BackupTarget = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('folder'),
    path: z
      .string()
      .max(1000)
      .regex(/^(\/|[A-Za-z]:[\\/])[^\0]*$/, 'must be an absolute path, such as /srv/backups'),
  }),
  z.strictObject({
    kind: z.literal('s3'),
    /** Null: Amazon's own. */
    endpoint: z.url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.com' }).nullable(),
    region: z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be a region such as eu-central-1'),
    bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
    /** Before the name of each file. */
    prefix: z.string().regex(/^[A-Za-z0-9_./-]{0,200}$/, 'may have letters, digits and _ . / -'),
  }),
])
export type BackupTarget = z.infer<typeof BackupTarget>

export const BackupPlan = z.strictObject({
  is_on: z.boolean(),
  /** The hour of the day in UTC. */
  hour: z.int().min(0).max(23),
  /** How many backups stay. */
  keep: z.int().min(1).max(400),
  target: BackupTarget,
})
export type BackupPlan = z.infer<typeof BackupPlan>
