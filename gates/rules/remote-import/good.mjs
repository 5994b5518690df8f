const helper = await import("./helper.mjs")
