import { readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * The contracts of outside services, written from the vendors' documentation and copied byte by byte: what we send is
 * compared with them, never with what our code says.
 */
const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../contracts/${name}.json`, import.meta.url), 'utf8'))

const request = { method: z.string(), path: z.string(), headers: z.record(z.string(), z.string()) }

export const relayContract = z
  .object({
    request: z.object({ ...request, body: z.record(z.string(), z.string()), only_these_keys: z.literal(true) }),
    template_params: z.record(z.enum(['contact', 'order', 'newsletter']), z.array(z.string())),
    refusals: z.array(z.object({ status: z.number(), body: z.string(), when: z.string() })),
  })
  .parse(read('relay'))

export const converterContract = z
  .object({
    request: z.object({ query: z.record(z.string(), z.string()) }),
    answer: z.looseObject({ items: z.array(z.looseObject({ title: z.string(), pubDate: z.string() })) }),
  })
  .parse(read('converter'))

export const photosContract = z
  .object({ request: z.object({ ...request, query: z.record(z.string(), z.string()) }), rules: z.array(z.string()) })
  .parse(read('photos'))

export const schedulingContract = z.object({ iframe: z.object({ src: z.string() }) }).parse(read('scheduling'))
