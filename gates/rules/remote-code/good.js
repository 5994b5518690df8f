const rates = await (await fetch("https://api.frankfurter.dev/v1/latest")).json()
