import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listClaims, readContentFiles } from '../app/domain/content/content-files.server.ts'
import { publishFiles } from '../app/domain/content/publish.server.ts'
import { readSitePages } from '../app/domain/search/site-pages.server.ts'
import { importPictures, readLibraryFiles } from '../app/domain/pictures/library-files.server.ts'
import { OperatorError } from '../app/operator-error.ts'
import { runAsProcess, withServices } from './command.ts'

// `npm run content:import -- [FOLDER] [--claims-shown]` publishes what the files of content/ say, or those of another
// folder that content:export wrote: all of them or, if one doesn't fit, none.

const operator = { who: 'operator', from: 'here' }

export const command = withServices(async (services, { options, say }) => {
  const claimsShown = options.includes('--claims-shown')
  const folder = resolve(options.find((word) => !word.startsWith('--')) ?? 'content')
  const read = (path: string) => {
    const file = join(folder, path)
    return existsSync(file) ? readFileSync(file) : undefined
  }
  if (!existsSync(join(folder, 'pages')))
    throw new OperatorError(`${folder} has no pages. Name the folder that content:export wrote.`)
  const { content, pictures } = services
  const library = readLibraryFiles(read)
  if (!library.ok) throw new OperatorError(library.problem)
  const findPicture = (id: string) => pictures.find(id) ?? library.pictures.find((picture) => picture.id === id)
  const lookups = { findPicture, hasPage: await readSitePages(services) }
  const { records, problems } = readContentFiles((path) => read(path)?.toString('utf8'), lookups)
  if (problems.length > 0) throw new OperatorError(['Nothing was published:', ...problems].join('\n'))
  const claims = listClaims(content, records)
  if (claims.length > 0 && !claimsShown)
    throw new OperatorError(
      ['These texts may make a claim about a disease. To publish them anyway, add --claims-shown:', ...claims].join(
        '\n',
      ),
    )
  const now = Date.now()
  // First, so that no page names one that isn't there.
  const added = await importPictures(services, operator, { pictures: library.pictures, readFile: read, now })
  const published = await publishFiles(services, operator, { records, claimsShown, now })
  if (added > 0) say(`Pictures added to the library: ${added}`)
  say(
    published.length > 0
      ? `Published:\n${published.map((name) => content.titleOf(name)).join('\n')}`
      : 'The website says what these files say.',
  )
})

if (import.meta.main) await runAsProcess(command)
