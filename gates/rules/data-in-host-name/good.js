for (const name of names) dns.resolve(`${name}.example.com`, print)
