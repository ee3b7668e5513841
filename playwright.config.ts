import { defineConfig } from '@playwright/test'
import { browserLaunch } from './tests/support/browser.ts'
import { isLong } from './tests/support/timing.ts'

const { args = [], ...launch } = await browserLaunch()
// Nearly every page of a test lives too briefly to win back what optimizing its scripts takes, a fifth of the browser's
// work. Not for benchmarks, which measure what visitors have.
const launchOptions = { ...launch, args: [...args, '--js-flags=--no-opt --no-maglev'] }

export default defineConfig({
  testDir: 'tests',
  // Node runs TypeScript by itself.
  build: { external: ['**/*'] },
  globalSetup: './tests/support/built-site.ts',
  // One project: for tests of another, a worker starts anew, with its browser and its site.
  testMatch: '**/tests/{journeys,accessibility}/*.spec.ts',
  outputDir: 'reports/playwright',
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'reports/browser.json' }]],
  // Each worker has a site and a browser of its own; the machine has two cores.
  workers: 2,
  fullyParallel: true,
  // Long, for machines with much else to do; a retry would hide a fault. A start of a site is part of its first test.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: true,
  // What takes seconds and finds little more.
  ...(!isLong && { grepInvert: /@long/ }),
  use: {
    launchOptions,
    trace: 'off',
    locale: 'en-US',
    // Every frame of a moving thing is drawn without a graphics card. Tests of what moves ask for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
