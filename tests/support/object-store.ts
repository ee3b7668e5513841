import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { portOf } from './connections.ts'

const accessKey = 'access'
const secretKey = 'secret'
const bucket = 'clinic'

type Stored = { body: Buffer; versions: number }

/**
 * How the place answers a request. `lose` stores and answers nothing; `lie` says that it stored, and did not; `keep` says
 * that it deleted, and did not; `spoil` stores something of the same size; `no-conditions` knows no conditional PUT,
 * `overwrite` ignores the condition (tests/contracts/object-store.md), and `locked` replaces nothing.
 */
export type Manners =
  | 'willing'
  | 'full'
  | 'refusing'
  | 'slow'
  | 'lose'
  | 'lie'
  | 'keep'
  | 'spoil'
  | 'no-conditions'
  | 'overwrite'
  | 'locked'

/** An S3-like place in memory, which checks every signature. */
export async function startObjectStore() {
  const objects = new Map<string, Stored>()
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOf(server)}/${bucket}`
  const place = {
    url,
    settings: { COPY_URL: `${url}/site`, COPY_ACCESS_KEY: accessKey, COPY_SECRET_KEY: secretKey },
    objects,
    /** Of requests that write; `isFor` says which ones, by their key. */
    manners: 'willing' as Manners,
    isFor: (_key: string): boolean => true,
    slowMs: 0,
    keepsVersions: false,
    keys: () => [...objects.keys()].toSorted(),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const address = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const refuse = (status: number, code: string) =>
      void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
    if (!(await isSigned(request, address))) return refuse(403, 'SignatureDoesNotMatch')
    const sum = request.headers['x-amz-content-sha256']
    if (request.method === 'PUT' && sum !== createHash('sha256').update(body).digest('hex'))
      return refuse(400, 'XAmzContentSHA256Mismatch')
    const [, toBucket, ...folders] = address.pathname.split('/')
    if (toBucket !== bucket) return refuse(404, 'NoSuchBucket')
    const key = folders.join('/')
    if (request.method === 'GET' && key === '') return void response.end(list(address.searchParams))
    const stored = objects.get(key)
    if (request.method === 'GET') return stored ? void response.end(stored.body) : refuse(404, 'NoSuchKey')
    const manners = place.isFor(key) ? place.manners : 'willing'
    if (manners === 'slow') await pause(place.slowMs)
    if (manners === 'full') return refuse(507, 'InsufficientStorage')
    if (manners === 'refusing') return refuse(403, 'AccessDenied')
    if (request.method === 'DELETE') {
      if (manners !== 'keep') objects.delete(key)
      return void response.writeHead(204).end()
    }
    const isConditional = request.headers['if-none-match'] === '*'
    if (isConditional && manners === 'no-conditions') return refuse(501, 'NotImplemented')
    if (isConditional && stored && manners !== 'overwrite') return refuse(412, 'PreconditionFailed')
    if (stored && manners === 'locked') return refuse(403, 'AccessDenied')
    const kept = manners === 'spoil' ? Buffer.alloc(body.length) : body
    if (manners !== 'lie') objects.set(key, { body: kept, versions: (stored?.versions ?? 0) + 1 })
    return manners === 'lose' ? void request.socket.destroy() : void response.writeHead(200).end()
  }

  const fewAtOnce = 1000

  function list(query: URLSearchParams) {
    const start = query.get('prefix') ?? ''
    if (query.has('versions')) {
      const versions = place.keepsVersions ? (objects.get(start)?.versions ?? 0) : 1
      return `<ListVersionsResult>${'<Version></Version>'.repeat(versions)}</ListVersionsResult>`
    }
    const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
    const names = place.keys().filter((name) => name.startsWith(start) && name > after)
    const page = names.slice(0, fewAtOnce)
    const more = names.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const entries = page.map(
      (name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)?.body.length}</Size></Contents>`,
    )
    return `<ListBucketResult>${more}${entries.join('')}</ListBucketResult>`
  }

  return place
}

async function isSigned({ headers, method = '' }: IncomingMessage, address: URL) {
  const given = headers.authorization ?? ''
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? []
  const signed = names.filter((name) => name !== 'host').map((name) => [name, String(headers[name])])
  const signer = new AwsV4Signer({
    method,
    url: address.href,
    headers: Object.fromEntries(signed),
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region: 'us-east-1',
    service: 's3',
    datetime: String(headers['x-amz-date']),
  })
  return (await signer.sign()).headers.get('authorization') === given
}
