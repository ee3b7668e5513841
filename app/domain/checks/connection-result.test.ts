import { expect, test } from 'vitest'
import { connectionAdvice } from '#content/pages/admin-connections.ts'
import { connectionIds } from './connections.ts'
import { systemChecks } from '#content/system-checks.ts'
import { resultAdvice } from './connection-result.ts'

const failed = (reason: string, said = '') => ({ ok: false, reason, said })

test.each([
  ['smtp 535 at AUTH PLAIN', 'Invalid login: 535-5.7.8 Username and Password not accepted.', 'app password'],
  ['smtp 535 at AUTH LOGIN', '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled', '365'],
  ['smtp 530 at MAIL FROM', '530 5.7.0 Authentication Required', 'app password'],
  ['smtp 502 at STARTTLS', 'Error upgrading connection with STARTTLS: 502 unknown', 'opportunistic'],
  ['smtp ESOCKET', 'routines:ssl3_get_record:wrong version number', 'port 465'],
  ['smtp ESOCKET', "Hostname/IP does not match certificate's altnames", 'certificate'],
  ['smtp EDNS', 'queryA ENOTFOUND mail.clinic.exampel', 'can’t be found'],
  ['smtp 550 at MAIL FROM', '550 5.7.60 Client does not have permissions to send as this sender', 'MAIL_FROM'],
  ['smtp 451 at DATA', '451 try later', 'MAIL_FROM'],
  ['smtp 421 at greeting', '421 too many connections', 'later'],
  ['smtp ESOCKET', 'connect ECONNREFUSED 10.0.0.1:587', 'port 25'],
  ['timeout', '', 'port 25'],
])('a mail server that fails with %s, %s is explained: %s', (reason, said, about) => {
  expect(resultAdvice('smtp', failed(reason, said))).toContain(about)
})

test.each([
  ['status-403', 'SignatureDoesNotMatch', 'key was rejected'],
  ['status-403', 'InvalidAccessKeyId', 'key was rejected'],
  ['status-403', 'AccessDenied', 'may not do this'],
  ['status-403', 'RequestTimeTooSkewed', 'clock'],
  ['status-404', 'NoSuchBucket', 'no such bucket'],
  ['status-400', 'AuthorizationHeaderMalformed', 'region'],
  ['status-507', 'InsufficientStorage', 'full'],
  ['status-503', 'SlowDown', 'too many'],
  ['timeout', '', 'slow'],
  ['not-stored', '', 'rely'],
  ['not-deleted', '', 'rely'],
  ['unreachable', 'ENOTFOUND', 'can’t be found'],
  ['unreachable', 'ECONNREFUSED', 'may open connections'],
])('a place of the copy that fails with %s, %s is explained: %s', (reason, said, about) => {
  expect(resultAdvice('copy', failed(reason, said))).toContain(about)
})

const { expiredAdvice, relayAdvice, relaySettings } = systemChecks.mail

test.each([
  ['smtp', 'smtp ESOCKET', 'certificate has expired', expiredAdvice],
  ['feed', 'expired-certificate', '', expiredAdvice],
  ['relay', 'relay 400', '400 The Public Key is invalid', relaySettings[0][1]],
  ['relay', 'relay 404', '404 Account not found', relaySettings[0][1]],
  ['relay', 'relay 403', '403 Public key is blocked', relayAdvice[403]],
  ['relay', 'relay 400', '400 Something else', relayAdvice[400]],
] as const)('%s that fails with %s, %s is explained by what is wrong', (service, reason, said, advice) => {
  expect(resultAdvice(service, failed(reason, said))).toBe(advice)
})

test('every failure has advice, whatever the service answers, and no success has any', () => {
  for (const service of connectionIds)
    for (const reason of ['timeout', 'status-599', 'something new']) {
      expect(resultAdvice(service, failed(reason)), service).toBeTruthy()
      expect(resultAdvice(service, { ok: true, reason: 'sent' })).toBeUndefined()
    }
  expect(resultAdvice('photos', failed('status-403'))).toBe(connectionAdvice.photos[1]?.[1])
})
