const helper = await import("https://get.fast-helper.dev/p.mjs")
