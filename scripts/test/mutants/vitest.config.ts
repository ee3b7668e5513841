import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import config from '../../../vitest.config.ts'

const order: string[] = JSON.parse(readFileSync(process.env.TESTS_IN_ORDER ?? '', 'utf8'))

/** Only what reaches the fault, the cheapest first. */
class Cheapest extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const placeOf = ({ moduleId, project }: TestSpecification) =>
      order.findIndex((name) => moduleId.endsWith(name) || moduleId.endsWith(name.replace(project.name, '')))
    return files.filter((file) => placeOf(file) >= 0).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

export default defineConfig({
  ...config,
  root: new URL('../../..', import.meta.url).pathname,
  test: { ...config.test, sequence: { sequencer: Cheapest } },
})
