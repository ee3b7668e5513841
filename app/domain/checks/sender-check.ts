import { systemChecks as words } from '#content/system-checks.ts'
import type { Check } from './check.ts'

/** Names that nobody can own (RFC 2606, RFC 6761). */
const nobodys = /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/

/**
 * Whether emails of this domain are believed: SPF (RFC 7208) and DMARC (RFC 7489). `domain` is undefined while
 * emails do not leave by SMTP. `txt` looks TXT records up.
 */
export async function senderCheck(
  domain: string | undefined,
  txt: (name: string) => Promise<string[]>,
): Promise<Check> {
  const { good, notNeeded, example, exampleAdvice, missing, missingAdvice, unknown, unknownAdvice } = words.sender
  const amber = (says: string, advice: string): Check => ({ id: 'sender', state: 'amber', says, advice })
  if (domain === undefined) return { id: 'sender', state: 'green', says: notNeeded }
  if (nobodys.test(domain)) return amber(example(domain), exampleAdvice)
  try {
    const [spf, dmarc] = await Promise.all([
      has(txt(domain), /^v=spf1(\s|$)/i),
      // A subdomain falls back to the policy of the domain above it.
      has(
        Promise.all(dmarcPlaces(domain).map(txt)).then((all) => all.flat()),
        /^v=DMARC1\s*(;|$)/i,
      ),
    ])
    const absent = [...(spf ? [] : ['SPF']), ...(dmarc ? [] : ['DMARC'])]
    return absent.length > 0
      ? amber(missing(domain, absent.join(' and no ')), missingAdvice)
      : { id: 'sender', state: 'green', says: good(domain) }
  } catch {
    return amber(unknown(domain), unknownAdvice)
  }
}

const has = async (records: Promise<string[]>, wanted: RegExp) => (await records).some((record) => wanted.test(record))

function dmarcPlaces(domain: string) {
  const above = domain.split('.').slice(1)
  return [`_dmarc.${domain}`, ...(above.length > 1 ? [`_dmarc.${above.join('.')}`] : [])]
}
