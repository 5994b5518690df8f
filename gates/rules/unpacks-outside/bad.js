for (const e of zip.getEntries()) fs.writeFileSync(path.join('/opt/themes', e.entryName), e.getData())
