import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { Config } from './config.server.ts'
import { openDatabase } from './database/connection.server.ts'
import { migrate } from './database/migrate.server.ts'
import { migrations } from './database/migrations/all.ts'
import { createSearchCache } from './domain/search/site-search.server.ts'
import { createFeedReader } from './integrations/feed-reader/feed-reader.server.ts'
import { createMailTransport } from './integrations/mail-transport/mail-transport.server.ts'
import { createStockPhotos } from './integrations/stock-photos/stock-photos.server.ts'
import { createPageCache } from './page-cache/page-cache.server.ts'
import { createQueue } from './queue/queue.server.ts'
import { checkFingerprints, loadSecrets } from './vault/secrets.server.ts'
import { createSigner } from './vault/signing.server.ts'

export type Services = Awaited<ReturnType<typeof openServices>>

/** Opens everything that holds state, once per process, with the schema up to date. */
export async function openServices(config: Config, log: Logger = createLog(config)) {
  const database = openDatabase(placeOfDatabase(config), (err) => log.warn({ err }, 'a database connection broke'))
  try {
    await migrate(database, migrations)
    const secrets = loadSecrets(config.secrets, config.dataDir)
    await checkFingerprints(database, secrets)
    return {
      config,
      log,
      database,
      queue: createQueue(database),
      signer: createSigner(secrets.session),
      pages: createPageCache(),
      mail: createMailTransport(config.mail),
      /** Right-hand side of Message-IDs. */
      mailDomain: new URL(config.publicOrigin).hostname,
      feed: createFeedReader(config.feed),
      search: createSearchCache(),
      photos: createStockPhotos(config.photos),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

const createLog = (config: Pick<Config, 'logLevel'>) => pino({ level: config.logLevel, base: null })

function placeOfDatabase({ databaseUrl, dataDir }: Config) {
  if (databaseUrl) return { url: databaseUrl }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return { file: join(dataDir, 'clinic.db') }
}
