import fc from 'fast-check'
import { propertySeed } from './property-seed.ts'

const seed = propertySeed(process.env.FAST_CHECK_SEED)
fc.configureGlobal(seed === undefined ? {} : { seed })
