/**
 * What a program is told that takes itself for the only one of its machine. It is compiled as its publisher wrote it, on a
 * standard library with two seams: where it listens is the port of the loopback that the runner chose, and what its pod
 * mounts is found below one folder. So it needs no rights, no container and no kernel of a certain kind. Pure.
 *
 * Sources: `go help build`, flag -overlay; Go's `net/dial.go`, `net/tcpsock.go`, `os/file.go`, `os/stat.go`.
 */

/** One place of the standard library, below `GOROOT/src`: what is put right behind the line. */
interface Seam {
  readonly file: string;
  readonly after: string;
  readonly insert: string;
}

const ADDRESS = 'address = capstanAddress(network, address)';
const PATH = 'name = capstanPath(name)';

export const SEAMS: readonly Seam[] = [
  {
    file: 'net/dial.go',
    after:
      'func (lc *ListenConfig) Listen(ctx context.Context, network, address string) (Listener, error) {\n',
    insert: ADDRESS,
  },
  {
    file: 'net/dial.go',
    after:
      'func (lc *ListenConfig) ListenPacket(ctx context.Context, network, address string) (PacketConn, error) {\n',
    insert: ADDRESS,
  },
  {
    file: 'net/tcpsock.go',
    after: 'func ListenTCP(network string, laddr *TCPAddr) (*TCPListener, error) {\n',
    insert: 'laddr = capstanTCPAddr(network, laddr)',
  },
  {
    file: 'os/file.go',
    after: 'func OpenFile(name string, flag int, perm FileMode) (*File, error) {\n',
    insert: PATH,
  },
  { file: 'os/stat.go', after: 'func Stat(name string) (FileInfo, error) {\n', insert: PATH },
  { file: 'os/stat.go', after: 'func Lstat(name string) (FileInfo, error) {\n', insert: PATH },
];

/** What the seams call. A port that its pod does not declare is one that nobody is led to: any free one will do. */
export const ADDITIONS: Readonly<Record<string, string>> = {
  'net/capstan.go': `package net

import "syscall"

func capstanAddress(network, address string) string {
	switch network {
	case "tcp", "tcp4", "tcp6", "udp", "udp4", "udp6":
	default:
		return address
	}
	_, port, err := SplitHostPort(address)
	if err != nil {
		return address
	}
	local, found := syscall.Getenv("CAPSTAN_PORT_" + port)
	if !found {
		local = "0"
	}
	return "127.0.0.1:" + local
}

func capstanTCPAddr(network string, laddr *TCPAddr) *TCPAddr {
	if laddr == nil {
		laddr = &TCPAddr{}
	}
	local, err := ResolveTCPAddr("tcp", capstanAddress(network, JoinHostPort("", itoaCapstan(laddr.Port))))
	if err != nil {
		return &TCPAddr{IP: IPv4(127, 0, 0, 1)}
	}
	return local
}

func itoaCapstan(number int) string {
	if number < 10 {
		return string(rune('0' + number))
	}
	return itoaCapstan(number/10) + string(rune('0'+number%10))
}
`,
  'os/capstan.go': `package os

import "syscall"

func capstanPath(name string) string {
	if len(name) == 0 || name[0] != '/' {
		return name
	}
	root, _ := syscall.Getenv("CAPSTAN_MOUNTS")
	list, _ := syscall.Getenv("CAPSTAN_MOUNTED")
	for root != "" && list != "" {
		place := list
		list = ""
		for i := 0; i < len(place); i++ {
			if place[i] == ':' {
				place, list = place[:i], place[i+1:]
				break
			}
		}
		if name == place || len(name) > len(place) && name[:len(place)] == place && name[len(place)] == '/' {
			return root + name
		}
	}
	return name
}
`,
};

/** Differs whenever what a program is compiled with does. */
export const OVERLAY_DIGESTED = JSON.stringify([SEAMS, ADDITIONS]);

/**
 * A file of the standard library with its seams.
 * @throws Error where this Go does not have the place: then the program would listen elsewhere
 */
export function seamed(file: string, source: string): string {
  return SEAMS.filter((seam) => seam.file === file).reduce((text, { after, insert }) => {
    const parts = text.split(after);
    const [before, behind] = parts;
    if (parts.length !== 2 || before === undefined || behind === undefined)
      throw new Error(`this Go cannot be taken: its ${file} has no "${after.trim()}"`);
    return `${before}${after}\t${insert}\n${behind}`;
  }, source);
}
