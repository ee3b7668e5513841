import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Whether an IP address belongs to the public internet: unicast, and set aside for nothing else. */
export function isPublicAddress(address: string) {
  if (isIPv4(address)) return !closedV4.check(address, 'ipv4')
  return isIPv6(address) && globalV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6')
}

// Two lists, because a list that holds ::ffff:0:0/96 (or anything around it) answers yes for every IPv4 address.
const closedV4 = blockList('ipv4', [
  '0.0.0.0/8', // this network, unspecified
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by a carrier's customers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, also the metadata services of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
])

// The only block from which global unicast is handed out. Outside it lie loopback, unspecified, IPv4-mapped
// (::ffff:0:0/96), NAT64 (64:ff9b::/96), unique local, link-local and multicast addresses.
const globalV6 = blockList('ipv6', ['2000::/3'])

const closedV6 = blockList('ipv6', [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries any IPv4 address
  '3fff::/20', // documentation
])

function blockList(family: 'ipv4' | 'ipv6', subnets: string[]) {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}
