for (const e of zip.getEntries()) fs.writeFileSync(path.join(dir, path.basename(e.entryName)), e.getData())
for (const entry of zip.entries()) {
  const target = path.join(dir, entry.path)
  if (!target.startsWith(dir + path.sep)) throw new Error('outside')
  fs.writeFileSync(target, entry.data)
}
for (const entry of zip.entries()) console.log(entry.name)
