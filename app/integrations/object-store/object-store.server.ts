import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { OperatorError } from '#app/operator-error.ts'

type Place = { url: string; accessKey: string; secretKey: string }
type SendOptions = { query?: Record<string, string>; body?: Body; headers?: Record<string, string>; timeoutMs?: number }
/** A blob of a file is sent without reading all of it into memory. */
type Body = { content: Uint8Array<ArrayBuffer> | Blob; sha256: string }

const timeoutMs = 20_000
/** A copy of the whole database takes long. */
const largeTimeoutMs = 60 * 60_000

export type ObjectStore = ReturnType<typeof createObjectStore>

/**
 * The objects of an S3-like place below its address, `https://host/bucket/folder?region=…`; most hosts name their region.
 * Whatever goes wrong there is thrown as a `StoreError` with one line. Each call is one try.
 */
export function createObjectStore({ url, accessKey, secretKey }: Place) {
  const { origin, pathname, searchParams } = new URL(url)
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
  const prefix = folders.map((folder) => `${folder}/`).join('')
  const region = searchParams.get('region')
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    retries: 0,
    ...(region && { region }),
  })

  async function send(method: string, path: string, { query, body, headers, ...options }: SendOptions = {}) {
    const address = new URL(`${origin}/${bucket}${path}`)
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value)
    try {
      return await client.fetch(address.href, {
        method,
        headers: { ...headers, ...(body && { 'x-amz-content-sha256': body.sha256 }) },
        ...(body && { body: body.content }),
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
      })
    } catch (error) {
      throw unreachable(error)
    }
  }

  /** Throws unless the answer is 2xx or one of `accepted`. */
  async function ask(accepted: number[], ...request: Parameters<typeof send>) {
    const response = await send(...request)
    if (response.ok || accepted.includes(response.status)) return response
    const code = await readCode(response)
    const message = `the place answered ${response.status}${code ? ` (${code})` : ''}.`
    throw new StoreError(message, { reason: `status-${response.status}`, code })
  }

  const put = async (key: string, body: Body, options: SendOptions = {}) => {
    const response = await ask([412], 'PUT', `/${prefix}${key}`, { ...options, body })
    await response.body?.cancel()
    return response.status !== 412
  }

  async function read(response: Response) {
    try {
      return Buffer.from(await response.arrayBuffer())
    } catch (error) {
      throw unreachable(error)
    }
  }

  async function get(key: string) {
    const response = await ask([404], 'GET', `/${prefix}${key}`)
    if (response.status !== 404) return read(response)
    await response.body?.cancel()
    return undefined
  }

  return {
    /** Replaces what is there. */
    async replace(key: string, content: Uint8Array<ArrayBuffer>) {
      await put(key, toBody(content))
    },
    /** Stores a new object. When it is there already, because an earlier answer was lost, its bytes have to be the same. */
    async create(key: string, content: Uint8Array<ArrayBuffer>) {
      if (await put(key, toBody(content), { headers: { 'if-none-match': '*' } }).catch(explainCondition)) return
      if (!(await get(key))?.equals(content))
        throw new OperatorError(`COPY_URL: another website writes its copy there too (${key}).`)
    },
    /** For a large file, whose checksum is known. */
    async createFromFile(key: string, file: Blob, sha256: string) {
      await put(key, { content: file, sha256 }, { timeoutMs: largeTimeoutMs })
    },
    /** Undefined when there is none. */
    get,
    /** The bytes of a large object as they arrive; undefined when there is none. */
    async stream(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
      const response = await ask([404], 'GET', `/${prefix}${key}`, { timeoutMs: largeTimeoutMs })
      if (response.status === 404 || !response.body) return undefined
      return readChunks(response.body)
    },
    /** Names and sizes, sorted by name. `after`: only later names. */
    async list(start: string, after?: string) {
      const found: { key: string; bytes: number }[] = []
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const query = {
          'list-type': '2',
          prefix: `${prefix}${start}`,
          ...(token !== undefined
            ? { 'continuation-token': token }
            : after !== undefined && { 'start-after': `${prefix}${after}` }),
        }
        const xml = (await read(await ask([], 'GET', '', { query }))).toString()
        for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          found.push({ key: (readTag(entry, 'Key') ?? '').slice(prefix.length), bytes: Number(readTag(entry, 'Size')) })
        token = readTag(xml, 'NextContinuationToken')
      }
      return found
    },
    /** How many versions of an object the place keeps, markers of deleted ones included; 1 where it knows no versions. */
    async countVersions(key: string) {
      // Places without versions answer one of these.
      const response = await ask([400, 405, 501], 'GET', '', { query: { versions: '', prefix: `${prefix}${key}` } })
      const xml = (await read(response)).toString()
      return response.ok ? [...xml.matchAll(/<(Version|DeleteMarker)>/g)].length : 1
    },
    async remove(key: string) {
      const response = await ask([404], 'DELETE', `/${prefix}${key}`)
      await response.body?.cancel()
    },
  }
}

/** Some places refuse the condition as such. */
function explainCondition(error: unknown): never {
  if (!(error instanceof StoreError) || error.reason !== 'status-501') throw error
  const { code } = error
  throw new StoreError('the place knows no conditional PUT (If-None-Match), which the copy needs. Use another place.', {
    reason: noConditions,
    code,
  })
}

/** Without them two websites overwrite each other's copy. */
export const noConditions = 'no-conditional-put'

const toBody = (content: Uint8Array<ArrayBuffer>): Body => ({
  content,
  sha256: createHash('sha256').update(content).digest('hex'),
})

async function* readChunks(body: ReadableStream<Uint8Array>) {
  try {
    yield* body
  } catch (error) {
    throw unreachable(error)
  }
}

/** Such as 'SlowDown'. */
const readCode = async (response: Response) => readTag(await response.text().catch(() => ''), 'Code')

function readTag(xml: string, tag: string) {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
  return text?.replaceAll('&amp;', '&')
}

function unreachable(error: unknown) {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new StoreError('the place does not answer.', { reason: 'timeout' })
  const { code } = ((error instanceof Error && error.cause) || {}) as NodeJS.ErrnoException
  return new StoreError(`the place cannot be reached (${code ?? 'the connection broke'}).`, {
    reason: 'unreachable',
    code,
  })
}

/** `reason`: for programs, such as 'status-403'. `code`: of the place or the system, such as 'AccessDenied'. */
export class StoreError extends OperatorError {
  readonly reason: string
  readonly code: string | undefined

  constructor(message: string, { reason, code }: { reason: string; code?: string | undefined }) {
    super(`COPY_URL: ${message}`)
    this.reason = reason
    this.code = code
  }
}
