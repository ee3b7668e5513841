/** Security headers of every response. */
export const fixedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // With 'no-referrer' browsers send 'Origin: null', which looks like a foreign site.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

export const shownElsewhere = { 'Cross-Origin-Resource-Policy': 'cross-origin' }
