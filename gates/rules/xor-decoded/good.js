let h = 2166136261
for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 16777619)
