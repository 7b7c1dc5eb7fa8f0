import CSystem
import Glibc

/// Sockets that only this computer can connect to.
extension Linux {
  /// Creates a socket that listens on 127.0.0.1, on a port that the system chooses.
  ///
  /// - Parameter port: receives the port.
  static func listen(_ port: inout UInt16) throws(SystemError) -> Descriptor {
    let made = try Descriptor.opened { Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | closedAndNonblocking, 0) }
    let socket = made.number
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = try uninterrupted { unsafe withSocketAddress(&address) { unsafe bind(socket, $0, length) } }
    _ = try uninterrupted { Glibc.listen(socket, 128) }
    _ = try uninterrupted { unsafe withSocketAddress(&address) { unsafe getsockname(socket, $0, &length) } }
    port = UInt16(bigEndian: address.sin_port)
    return made
  }

  private static func withSocketAddress(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> CInt
  ) -> CInt {
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
    }
  }

  /// Accepts the next connection, nonblocking. Returns nil if there is none, or if the client has already closed it.
  static func accept(_ socket: CInt) throws(SystemError) -> Descriptor? {
    do throws(SystemError) { return try .opened { acceptedConnection(socket) } } catch {
      guard error.wouldBlock || [ECONNABORTED, EPROTO, ENETDOWN, EHOSTUNREACH].contains(error.code) else {
        throw error
      }
      return nil
    }
  }
}
