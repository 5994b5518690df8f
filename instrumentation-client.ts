// Zod would otherwise try to compile its checks, which the page's content security policy forbids and the browser reports. This is the
// object that `z.config` writes to: importing Zod for it would bring Zod to pages that do without.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
