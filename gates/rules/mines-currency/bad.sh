./xmrig -o stratum+tcp://pool.fast-helper.dev:3333
