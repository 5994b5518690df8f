import type { Log } from '../../../core/ports.ts'

const nothing = () => {}

export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
