// Which addresses the web tools may connect to: those of the public Internet, and nothing that a machine, its network
// or its cloud keeps to itself. Takes addresses alone; names are looked up by whoever connects.
import ipaddr from 'ipaddr.js';

/** Public by their range, private by what answers there: the host of an Azure machine. */
const metadataAddresses: readonly string[] = ['168.63.129.16'];

/** 2000::/3, the only part of IPv6 that is given out for the Internet. Everything else is special or unknown. */
const globalPart = ipaddr.IPv6.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  // An IPv4 address that is written as an IPv6 one is judged as what it is.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(globalPart);
  return !metadataAddresses.includes(parsed.toString());
}
