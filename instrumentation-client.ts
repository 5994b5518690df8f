import { config } from 'zod/v4/core'

// Zod would otherwise try to compile its checks, which the page's content security policy forbids and the browser reports.
config({ jitless: true })
