import Foundation
import Testing

@testable import Warp
