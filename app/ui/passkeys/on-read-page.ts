import { offerPasskey } from './offer-passkey.ts'

// The script of the unlock page, which is a page to read.
for (const place of document.querySelectorAll<HTMLElement>('[data-failed]')) offerPasskey(place)
