for (const e of zip.getEntries()) fs.writeFileSync(path.join(dir, path.basename(e.entryName)), e.getData())
