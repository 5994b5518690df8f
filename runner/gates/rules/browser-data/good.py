browser = playwright.chromium.launch()
