import { z } from 'zod'
import type { CreatedPasskey, PasskeyAnswer } from '#app/integrations/sign-in/passkeys.server.ts'

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/)

const answer = <Response extends z.ZodRawShape>(response: Response) =>
  z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    clientExtensionResults: z.object({}),
    response: z.object({ clientDataJSON: base64url, ...response }),
  })

const createdPasskey = answer({ attestationObject: base64url, transports: z.array(z.string()).max(10).optional() })
const passkeyAnswer = answer({ authenticatorData: base64url, signature: base64url })

/** What the script of the page put into the form; undefined where that is anything else. */
export const parseCreatedPasskey = (json = ''): CreatedPasskey | undefined => createdPasskey.safeParse(parse(json)).data
export const parsePasskeyAnswer = (json = ''): PasskeyAnswer | undefined => passkeyAnswer.safeParse(parse(json)).data

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
